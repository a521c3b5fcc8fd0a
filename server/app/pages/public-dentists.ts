import { initials } from '#contract/kit/text/initials.ts'
import type { PublicDentist } from '#contract/site/clinic.ts'
import { toOffer } from '#server/calendar/public/offer.ts'
import type { Rules } from '#server/calendar/rules/rules.ts'

/** Returns the dentists who perform a treatment, by name, as the page of dentists shows them. Public pages load
 *  pictures of this site only. */
export function publicDentists(rules: Rules): PublicDentist[] {
  const { doctors } = toOffer(rules, (stored) => (stored.startsWith('/') ? `${stored}/small` : ''))
  return doctors.map(({ _id: id, name, ...texts }) => ({ id, name, initials: initials(name), ...texts }))
}
