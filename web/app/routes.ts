import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'
import { pages } from '#contract/site/pages.ts'

export default [
  index('../pages/home/HomePage.tsx'),
  route(pages.about, '../pages/about/AboutPage.tsx'),
  route(pages.login, '../pages/login/LoginPage.tsx'),
  route(pages.signup, '../pages/signup/SignUpPage.tsx'),
  route(pages.forgotPassword, '../pages/forgot-password/ForgotPasswordPage.tsx'),
  route(pages.resetPassword, '../pages/reset-password/ResetPasswordPage.tsx'),
  route(pages.verifyEmail, '../pages/verify-email/VerifyEmailPage.tsx'),
  layout('../pages/MembersLayout.tsx', [
    route(pages.appointment, '../pages/appointment/AppointmentPage.tsx'),
    route(pages.dashboard, '../pages/dashboard/DashboardLayout.tsx', [
      index('../pages/dashboard/AppointmentsPage.tsx'),
      route(pages.reviews, '../pages/reviews/ReviewsPage.tsx'),
      route(pages.history, '../pages/history/HistoryPage.tsx'),
      route(pages.account, '../pages/account/AccountPage.tsx'),
      route(pages.payment, '../pages/payment/PaymentPage.tsx'),
      route(pages.receipt, '../pages/receipt/ReceiptPage.tsx'),
      layout('../pages/AdminLayout.tsx', [
        route(pages.users, '../pages/users/UsersPage.tsx'),
        route(pages.addDoctor, '../pages/add-doctor/AddDoctorPage.tsx'),
        route(pages.manageDoctors, '../pages/manage-doctors/ManageDoctorsPage.tsx'),
        route(pages.activity, '../pages/activity/ActivityPage.tsx'),
      ]),
    ]),
  ]),
  ...(process.env.DESIGN_PAGE ? [route('/design', '../pages/design/DesignPage.tsx')] : []),
  route('*', '../pages/not-found/NotFoundPage.tsx'),
] satisfies RouteConfig
