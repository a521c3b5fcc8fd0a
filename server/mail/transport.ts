import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Message } from './message/message.ts'
import { writeToOutbox } from './outbox.ts'

/** An email to send. `id` becomes its Message-ID, the same at each attempt. */
type OutgoingEmail = Message & { id: string; from: { name: string; address: string }; to: string }

/** Sends emails. `send` resolves once the mail server has accepted the email, or its file is `kept` in the outbox. */
export type Transport = { send: (email: OutgoingEmail) => Promise<'sent' | 'kept'>; close: () => void }

type Settings = { publicUrl: string; dataDir: string; smtpUrl: string | undefined }

// In milliseconds. The worker sends one email at a time, so a silent mail server must not block it for long.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Opens an SMTP transport, or without `smtpUrl` one that writes emails as files into the outbox. */
export function openTransport(settings: Settings): Transport {
  return settings.smtpUrl ? smtp(settings, settings.smtpUrl) : outbox(settings)
}

/** Opens a transport to the mail server that `smtpUrl` returns at each email, or to the outbox if it returns none. */
export function followTransport(
  settings: Omit<Settings, 'smtpUrl'>,
  smtpUrl: () => Promise<string | undefined>,
): Transport {
  let open: { url: string | undefined; transport: Transport } | undefined
  return {
    send: async (email) => {
      const url = await smtpUrl()
      if (!open || open.url !== url) {
        open?.transport.close()
        open = { url, transport: openTransport({ ...settings, smtpUrl: url }) }
      }
      return open.transport.send(email)
    },
    close: () => open?.transport.close(),
  }
}

/** Returns the folder for emails of a server without SMTP. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

function smtp(settings: Settings, url: string): Transport {
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async (email) => {
      await transport.sendMail(toMailOptions(email, settings))
      return 'sent'
    },
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
      return 'kept'
    },
    close: () => {},
  }
}

function toMailOptions(email: OutgoingEmail, { publicUrl }: Settings) {
  const { id, from, to, subject, text, html, calendar, unsubscribe } = email
  return {
    from,
    to: { name: '', address: to },
    subject,
    text,
    html,
    ...(calendar && { icalEvent: { ...calendar, filename: 'appointment.ics' } }),
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    textEncoding: 'quoted-printable' as const,
    headers: {
      // RFC 3834: stops automatic replies.
      'Auto-Submitted': 'auto-generated',
      // RFC 8058: email apps show a button that stops these emails by one POST.
      ...(unsubscribe && {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
  }
}
