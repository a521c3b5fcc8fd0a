import type { Config } from '#server/config/config.ts'

/** Returns the lines of the log that say at the start what is not sent. In a demo they raise no alarm. */
export function unsentWarnings({
  smtpUrl,
  texts,
  demo,
  publicUrl,
}: Pick<Config, 'smtpUrl' | 'texts' | 'demo' | 'publicUrl'>): string[] {
  const advice = (setting: string) =>
    demo ? 'this is a demo' : `set it up on the page Outside services, or set ${setting}`
  const outbox = demo ? `the outbox, ${publicUrl}/sandbox/outbox` : 'the outbox in DATA_DIR'
  return [
    !smtpUrl && `No email is sent, because there is no mail server: all are kept in ${outbox}; ${advice('SMTP_URL')}`,
    !texts &&
      `No text message is sent, because there is no text service: all are kept in DATA_DIR/texts; ${advice('TEXT_ACCOUNT')}`,
  ].filter((line) => typeof line === 'string')
}
