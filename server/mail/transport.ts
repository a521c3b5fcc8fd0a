import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Message } from './message/message.ts'
import { writeToOutbox } from './outbox.ts'

/** An email to send. `id` becomes its Message-ID, the same at each attempt. */
type OutgoingEmail = Message & { id: string; from: { name: string; address: string }; to: string }

/** Sends emails. `send` resolves once the mail server has accepted the email, or its file is written. */
export type Transport = { send: (email: OutgoingEmail) => Promise<void>; close: () => void }

type Settings = { publicUrl: string; dataDir: string; smtpUrl: string | undefined }

// In milliseconds. The worker sends one email at a time, so a silent mail server must not block it for long.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Opens an SMTP transport, or without `smtpUrl` one that writes emails as files into the outbox. */
export function openTransport(settings: Settings): Transport {
  return settings.smtpUrl ? smtp(settings, settings.smtpUrl) : outbox(settings)
}

/** Returns the folder for emails of a server without SMTP. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

function smtp(settings: Settings, url: string): Transport {
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async (email) => void (await transport.sendMail(toMailOptions(email, settings))),
    close: () => transport.close(),
  }
}

function outbox(settings: Settings): Transport {
  const folder = outboxFolder(settings.dataDir)
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    send: async (email) => {
      const { message } = await composer.sendMail(toMailOptions(email, settings))
      // An id begins with its time, so the files sort by age.
      await writeToOutbox(folder, `${email.id}.eml`, Buffer.isBuffer(message) ? message : '')
    },
    close: () => {},
  }
}

function toMailOptions({ id, from, to, subject, text, html, calendar }: OutgoingEmail, { publicUrl }: Settings) {
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(calendar && { icalEvent: { ...calendar, filename: 'appointment.ics' } }),
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    textEncoding: 'quoted-printable' as const,
    // RFC 3834: stops automatic replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
