/** Returns a mailto link, which opens a new email to `to` in the user's email app (RFC 6068). Omits empty fields. */
export function mailLink(to: string, { subject = '', body = '' } = {}): string {
  const fields = [
    ['subject', subject.replace(/\s*[\r\n]+\s*/g, ' ')],
    ['body', body.replace(/\r\n?|\n/g, '\r\n')],
  ]
  const query = fields.filter(([, text]) => text).map(([name, text = '']) => `${name}=${encode(text)}`)
  return `mailto:${encode(to).replace('%40', '@')}${query.length > 0 ? '?' : ''}${query.join('&')}`
}

// encodeURIComponent throws on a lone surrogate, such as at the end of a truncated text.
function encode(text: string) {
  return encodeURIComponent(text.toWellFormed())
}
