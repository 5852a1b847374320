"""The audit's addresses."""

from django.urls import path

from granskning.views import (
    adjudication,
    answers,
    desk,
    exports,
    looks,
    overview,
    proposals,
    repairing,
    results,
    rounds,
)

urlpatterns = [
    path("granskning/", overview.reviews, name="reviews"),
    path("granskning/ny/", rounds.new_round, name="new_round"),
    path("granskning/<int:pk>/", results.round_result, name="round_result"),
    path("granskning/<int:pk>/export.csv", exports.export_csv, name="export_csv"),
    path("granskning/<int:pk>/export.json", exports.export_json, name="export_json"),
    path("granskning/<int:pk>/stang/", rounds.close_round, name="close_round"),
    path("granskning/<int:pk>/ratta/", repairing.repair, name="repair_round"),
    path("granskning/<int:pk>/ratta/<uuid:batch>/angra/", repairing.unrepair, name="unrepair_round"),
    path("forslag/", proposals.proposals_list, name="proposals"),
    path("forslag/<int:pk>/", proposals.proposal, name="proposal"),
    path("forslag/<int:pk>/godkann/", proposals.approve, name="approve_proposal"),
    path("forslag/<int:pk>/justera/", proposals.adjust, name="adjust_proposal"),
    path("forslag/<int:pk>/avsla/", proposals.reject, name="reject_proposal"),
    path("forslag/<int:pk>/bekrafta/", proposals.confirm, name="confirm_proposal"),
    path("forslag/<int:pk>/rakna-om/", proposals.refold, name="refold_lists"),
    path("mina-fakta/granska/", rounds.own_round, name="own_round"),
    path("mina-fakta/insyn/", looks.own_looks, name="own_looks"),
    path("granska/<int:pk>/", desk.desk, name="desk"),
    path("granska/<int:pk>/svar/", desk.answer, name="answer"),
    path("granska/<int:pk>/angra/", desk.undo, name="undo_answer"),
    path("granska/<int:pk>/hall/", desk.hold, name="hold"),
    path("granska/<int:pk>/slapp/", desk.release, name="release"),
    path("granska/<int:pk>/samtal/", desk.surroundings, name="surroundings"),
    path("granska/<int:pk>/mina/", answers.my_answers, name="my_answers"),
    path("granska/<int:pk>/mina/andra/", answers.change_answer, name="change_answer"),
    path("granska/<int:pk>/avgor/", adjudication.disputes, name="disputes"),
    path("granska/<int:pk>/avgor/<int:item>/", adjudication.decide, name="decide_dispute"),
]
