import { phoneLink } from '#contract/kit/text/phone.ts'

/** A phone number that can be called by a tap. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="text-link inline-block min-w-6 content-center py-1" href={phoneLink(phone)}>
      {phone}
    </a>
  )
}
