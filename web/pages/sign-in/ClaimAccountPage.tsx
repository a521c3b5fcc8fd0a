import { pages } from '#contract/site/pages.ts'
import { NewPassword } from '#web/ui/sign-in/NewPassword.tsx'

const words = {
  title: 'Choose a password',
  submit: 'Make my account',
  label: 'Password',
  hint: 'At least 6 characters. With it and your email address you log in.',
  done: {
    title: 'Your account is ready',
    text: 'Log in with your email address and your new password to see your appointments.',
  },
  expired: {
    text: 'It has been used already, or it’s too old. Sign up with the address that got the email instead.',
    to: pages.signup,
    action: 'Sign up',
  },
}

/** Where a patient without an account makes one, by the link in an email. */
export default function ClaimAccountPage() {
  return <NewPassword words={words} />
}
