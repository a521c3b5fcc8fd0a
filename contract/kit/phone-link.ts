/** Returns a tel link, which starts a call (RFC 3966). The zero in +49 (0)30 is only for domestic calls, which are
 *  dialed without the +49. */
export function phoneLink(phone: string): string {
  const international = phone.trim().startsWith('+')
  const digits = (international ? phone.replace('(0)', '') : phone).replace(/\D/g, '')
  return `tel:${international ? '+' : ''}${digits}`
}
