import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Message, Sender } from './message.ts'

/** A mail on its way out; `id` is its Message-ID, the same at each attempt. */
type Outgoing = Message & { id: string; to: string }

/** Hands mails on. `send` resolves once the other side has taken one for good. */
export type Transport = { send: (mail: Outgoing) => Promise<void>; close: () => void }

type Settings = Sender & { mailFrom: string; dataDir: string; smtpUrl: string | undefined }

// Together well within the two minutes that a claimed mail is kept from others.
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

/** Sends through SMTP, or without an `smtpUrl` writes mails into the folder `outbox` of the data folder. */
export function openTransport(settings: Settings): Transport {
  return settings.smtpUrl ? smtp(settings, settings.smtpUrl) : outbox(settings)
}

/** Where mails are written when there is no mail server. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, 'outbox')
}

function smtp(settings: Settings, url: string): Transport {
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return {
    send: async (mail) => void (await transport.sendMail(envelope(mail, settings))),
    close: () => transport.close(),
  }
}

function outbox(settings: Settings): Transport {
  const folder = outboxFolder(settings.dataDir)
  const composer = createTransport({ streamTransport: true, buffer: true })
  return {
    send: async (mail) => {
      const { message } = await composer.sendMail(envelope(mail, settings))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Ids begin with the time, so names sort by it; a repeated attempt writes the same file.
      const draft = join(folder, `.${mail.id}`)
      await writeFile(draft, Buffer.isBuffer(message) ? message : '', { mode: 0o600 })
      await rename(draft, join(folder, `${mail.id}.eml`))
    },
    close: () => {},
  }
}

function envelope({ id, to, subject, text, html }: Outgoing, { mailFrom, publicUrl, clinic }: Settings) {
  return {
    from: { name: clinic.name, address: mailFrom },
    to: { name: '', address: to },
    subject,
    text,
    html,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    textEncoding: 'quoted-printable' as const,
    // RFC 3834: asks robots not to answer.
    headers: { 'Auto-Submitted': 'auto-generated' },
  }
}
