/** The link that begins a mail to `to` in the reader's own mail program (RFC 6068). Empty fields are left out. */
export function mailLink(to: string, { subject = '', body = '' } = {}): string {
  const fields = [
    ['subject', subject.replace(/\s*[\r\n]+\s*/g, ' ')],
    ['body', body.replace(/\r\n?|\n/g, '\r\n')],
  ]
  const query = fields.filter(([, text]) => text).map(([name, text = '']) => `${name}=${encode(text)}`)
  return `mailto:${encode(to).replace('%40', '@')}${query.length > 0 ? '?' : ''}${query.join('&')}`
}

// Half of a surrogate pair, as a cut-off text ends in, can't be encoded.
function encode(text: string) {
  return encodeURIComponent(text.toWellFormed())
}
