import { phoneLink } from '#contract/kit/phone-link.ts'

/** A phone number that can be called by a tap. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a className="text-link inline-block py-1" href={phoneLink(phone)}>
      {phone}
    </a>
  )
}
