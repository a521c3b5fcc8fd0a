import { SendAgain } from './SendAgain.tsx'

/** Says that the email has to be confirmed first, and sends the link again. */
export function ConfirmFirst({ email }: { email: string }) {
  return (
    <div role="status" className="mt-4 grid justify-items-start gap-3">
      <p className="font-medium">Confirm your email first.</p>
      <SendAgain email={email} className="btn-line" />
    </div>
  )
}
