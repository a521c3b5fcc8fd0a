import { createTransport } from 'nodemailer'
import { v7 as uuid } from 'uuid'
import type { Config } from '#server/config/config.ts'
import { openTransport } from '#server/mail/transport.ts'
import { reasonOf } from '#server/outside-service/reason.ts'
import { type Check, ok, warning, wrong } from '../check.ts'

const timeouts = { connectionTimeout: 8_000, greetingTimeout: 8_000, socketTimeout: 8_000 }

/** Checks the mail server: connection, TLS and login. Sends an email only to `sendTo`. */
export function mailCheck(config: Config, sendTo: string | undefined): Check {
  const { smtpUrl, production } = config
  return {
    name: 'email',
    run: async () => {
      if (!smtpUrl) {
        const text = 'emails are written to the outbox in DATA_DIR and not sent'
        return [
          production
            ? warning(`${text}, unless the page Outside services names a mail server; set SMTP_URL`)
            : ok(text),
        ]
      }
      const { host } = new URL(smtpUrl)
      const transport = createTransport({ url: smtpUrl, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
      try {
        await transport.verify()
      } catch (error) {
        return [wrong(`${host} can't be used: ${reasonOf(error)}. Check SMTP_URL`)]
      } finally {
        transport.close()
      }
      const verified = ok(`${host} accepts connections and the login`)
      return sendTo ? [verified, await sendTest(config, sendTo)] : [verified]
    },
  }
}

async function sendTest(config: Config, to: string) {
  const transport = openTransport(config)
  const text = `This is a test of ${config.clinic.name}'s server. Nothing needs to be done.`
  try {
    const from = { name: config.clinic.name, address: config.mailFrom ?? config.clinic.email }
    await transport.send({ id: uuid(), from, to, subject: 'A test email', text, html: `<p>${text}</p>` })
    return ok(`the mail server accepted a test email to ${to}; check that it arrives, and not as spam`)
  } catch (error) {
    return wrong(`a test email to ${to} was refused: ${reasonOf(error)}. Check MAIL_FROM`)
  } finally {
    transport.close()
  }
}
