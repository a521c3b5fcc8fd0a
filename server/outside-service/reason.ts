/** Says why something failed, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.cause instanceof Error) return reasonOf(error.cause)
  const [line = ''] = error.message.split('\n')
  return line || ('code' in error ? String(error.code) : error.name)
}

/** Replaces secrets in a text. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.filter(Boolean).reduce((clean, secret) => clean.replaceAll(secret, '•••'), text)
}
