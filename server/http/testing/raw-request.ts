import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Problem } from '#contract/kit/problem.ts'

/** Opens a connection to a server on this machine. */
export async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  return socket
}

/** Sends raw text over TCP and returns the parsed response. */
export async function sendRaw(port: number, text: string) {
  const socket = await openConnection(port)
  socket.write(text)
  return readResponse(socket)
}

/** Reads a response with a body of JSON or text and closes the connection. */
export async function readResponse(socket: Socket) {
  let received = ''
  for await (const part of socket.setEncoding('utf8')) {
    received += part
    if (isComplete(received)) break
  }
  const [head = '', body = ''] = received.split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const headers: Record<string, string | undefined> = Object.fromEntries(
    lines.map((line) => line.toLowerCase().split(': ')),
  )
  const isJson = headers['content-type']?.includes('json')
  const problem: Partial<Problem> = isJson ? JSON.parse(body) : {}
  return { status: Number(first.split(' ')[1]), headers, body, problem, received }
}

function isComplete(received: string) {
  const [head = '', body] = received.split('\r\n\r\n')
  const length = /content-length: (\d+)/i.exec(head)?.[1]
  return body !== undefined && length !== undefined && Buffer.byteLength(body) >= Number(length)
}
