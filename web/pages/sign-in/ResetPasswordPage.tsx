import { pages } from '#contract/site/pages.ts'
import { forget } from '#web/session/session.ts'
import { NewPassword } from '#web/ui/sign-in/NewPassword.tsx'

const words = {
  title: 'Choose a new password',
  submit: 'Change password',
  label: 'New password',
  hint: 'At least 6 characters. Changing it signs you out everywhere.',
  done: {
    title: 'Your password was changed',
    text: 'You’re signed out everywhere. Please log in with your new password.',
  },
  expired: {
    text: 'It has been used already, or it’s too old. Your password hasn’t changed.',
    to: pages.forgotPassword,
    action: 'Ask for a new link',
  },
}

/** Where a forgotten password is replaced, by the link in an email. */
export default function ResetPasswordPage() {
  // The server has ended every session, including this browser's.
  return <NewPassword words={words} onDone={forget} />
}
