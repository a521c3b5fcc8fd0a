import { createServer, type Socket } from 'node:net'
import { freePort } from '#testbed/free-port.ts'

/** An accepted email: its recipient and its source. */
type AcceptedEmail = { to: string; source: string }

/** Returns an SMTP server on a free port with the part of RFC 5321 that clients need. It listens after `start`;
 *  `replyTo` returns the reply to a recipient. */
export async function smtpServer(replyTo: (recipient: string) => string = () => '250 OK') {
  const port = await freePort()
  const emails: AcceptedEmail[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('close', () => sockets.delete(socket)).on('error', () => {}))
    converse(socket, replyTo, (email) => emails.push(email))
  })
  return {
    url: `smtp://127.0.0.1:${port}`,
    emails,
    start: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
    stop: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function converse(socket: Socket, replyTo: (recipient: string) => string, accept: (email: AcceptedEmail) => void) {
  let unread = ''
  let to = ''
  let inData = false

  const respondTo = (line: string) => {
    if (/^RCPT TO:/i.test(line)) {
      to = /<(.*?)>/.exec(line)?.[1] ?? ''
      return replyTo(to)
    }
    if (/^DATA/i.test(line)) {
      inData = true
      return '354 go on'
    }
    return /^QUIT/i.test(line) ? '221 bye' : '250 OK'
  }

  socket.setEncoding('utf8').on('data', (chunk: string) => {
    unread += chunk
    for (;;) {
      const end = unread.indexOf(inData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const line = unread.slice(0, end)
      unread = unread.slice(end + (inData ? 5 : 2))
      if (inData) {
        inData = false
        accept({ to, source: `${line}\r\n` })
        socket.write('250 taken\r\n')
      } else socket.write(`${respondTo(line)}\r\n`)
    }
  })
  socket.write('220 test\r\n')
}
