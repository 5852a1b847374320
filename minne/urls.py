"""Every address of the site; the audit's are in granskning/urls.py."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path

from minne.forms import LogIn
from minne.views import (
    account,
    correcting,
    history,
    home,
    imported,
    own,
    own_data,
    people,
    runs,
    thresholds,
    uniting,
)

log_in = auth.LoginView.as_view(redirect_authenticated_user=True, authentication_form=LogIn)
account_pages = [
    path("logga-in/", log_in, name="login"),
    path("logga-ut/", auth.LogoutView.as_view(), name="logout"),
    path("losenord/", auth.PasswordChangeView.as_view(), name="password_change"),
    path("losenord/bytt/", auth.PasswordChangeDoneView.as_view(), name="password_change_done"),
    path("losenord/glomt/", account.AskForPassword.as_view(), name="password_reset"),
    path("losenord/glomt/skickat/", auth.PasswordResetDoneView.as_view(), name="password_reset_done"),
    path(
        "losenord/nytt/<uidb64>/<token>/",
        account.ChoosePassword.as_view(),
        name="password_reset_confirm",
    ),
    path("losenord/nytt/klart/", auth.PasswordResetCompleteView.as_view(), name="password_reset_complete"),
    path("sprak/", account.choose_language, name="set_language"),
]

own_pages = [
    path("mina-fakta/", own.own_facts, name="own_facts"),
    path("mina-fakta/ny/", correcting.add, name="add_fact"),
    path("mina-fakta/historik/", history.own_history, name="own_history"),
    path("mina-fakta/paus/", own.pause, name="pause_memory"),
    path("mina-fakta/granskning/", own.agree, name="agree_to_review"),
    path("mina-fakta/angra/<uuid:batch>/", correcting.undo, name="undo"),
    path("mina-fakta/<uuid:pk>/svar/", correcting.answer, name="answer_fact"),
    path("mina-fakta/<uuid:pk>/rattning/", correcting.rewrite, name="rewrite_fact"),
    path("mina-fakta/<uuid:pk>/glom/", own_data.forget_fact, name="forget_fact"),
    path("mina-fakta/uppgifter/", own_data.own_data_page, name="own_data"),
    path("mina-fakta/uppgifter/hamta/", own_data.export_own, name="export_own"),
    path("mina-fakta/radera/", own_data.erase_own, name="erase_own"),
    path("radering/<uuid:pk>/", own_data.erasing, name="erasure"),
    path("radering/<uuid:pk>/vidare/", own_data.carry_on, name="carry_on_erasing"),
    path("radering/<uuid:pk>/kvitto.json", own_data.receipt_file, name="erasure_receipt"),
    path("radering/<uuid:pk>/klart/", own_data.take_receipt, name="take_receipt"),
    path("mina-fakta/<uuid:pk>/ihop/", correcting.merge, name="merge_fact"),
    path("mina-fakta/fran-andra/<int:pk>/svar/", imported.answer_imported, name="answer_imported"),
]

admin_pages = [
    path("korningar/", runs.runs, name="runs"),
    path("korningar/nu/", runs.run_now, name="run_now"),
    path("korningar/<int:pk>/<int:number>/igen/", runs.retry, name="retry_failure"),
    path("trosklar/", thresholds.thresholds, name="thresholds"),
    path("trosklar/nya/", thresholds.adopt, name="adopt_thresholds"),
    path("trosklar/rakna-om/", thresholds.refold, name="refold_lists"),
    path("trosklar/<int:number>/igen/", thresholds.restore, name="restore_thresholds"),
    path("personer/", people.people, name="people"),
    path("personer/ny/", people.invite, name="invite_person"),
    path("personer/<int:pk>/", people.person, name="person"),
    path("personer/<int:pk>/konto/", people.link, name="link_account"),
    path("personer/<int:pk>/konto/bort/", people.unlink, name="unlink_account"),
    path("personer/<int:pk>/paus/", people.pause, name="pause_person"),
    path("personer/<int:pk>/ihop/", uniting.unite_person, name="unite_person"),
    path("personer/<int:pk>/radera/", own_data.erase_person, name="erase_person"),
]

urlpatterns = [
    path("", home.home, name="home"),
    *account_pages,
    *own_pages,
    *admin_pages,
    path("admin/", admin.site.urls),
    path("", include("granskning.urls")),
]
