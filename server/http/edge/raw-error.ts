import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { createProblem, type ProblemError } from '../problem.ts'

const timedOut = { status: 408, detail: 'The request took too long to arrive.' }
const tooLarge = { status: 431, detail: 'The headers of the request are too large.' }
const malformed = { status: 400, detail: 'The request is not valid HTTP.' }
const problems: Record<string, typeof malformed> = { ERR_HTTP_REQUEST_TIMEOUT: timedOut, HPE_HEADER_OVERFLOW: tooLarge }

/** Time in which a client has to take an answer and close, in ms. */
const lingerMs = 5_000

/** Returns a `clientErrorHandler` for Fastify. It answers a request that Node can't parse with a problem that repeats
 *  nothing of it. `refuse` returns the problem of a client that is beyond its limit. */
export function rawErrorHandler(headers: OutgoingHttpHeaders, refuse: (address: string) => ProblemError | undefined) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const refusal = refuse(socket.remoteAddress ?? '')
    const answer = refusal && { status: refusal.status, detail: refusal.message }
    sendRaw(socket, headers, answer ?? problems[error.code ?? ''] ?? malformed)
  }
}

/** Answers on a connection with a problem, without a parsed request, and ends the connection. */
export function sendRaw(
  socket: Socket,
  headers: OutgoingHttpHeaders,
  { status, detail }: { status: number; detail: string },
): void {
  const body = JSON.stringify(createProblem(status, detail))
  const lines = Object.entries({ ...headersOf(headers, body), connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  // Whoever does not close would keep it.
  socket.setTimeout(lingerMs, () => socket.destroy())
}

/** Answers a request that expects something other than `100-continue` (RFC 9110, 10.1.1). */
export function refuseExpectation(headers: OutgoingHttpHeaders) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    const body = JSON.stringify(createProblem(417, 'This server does not know what the request expects.'))
    response.writeHead(417, headersOf(headers, body)).end(body)
  }
}

function headersOf(headers: OutgoingHttpHeaders, body: string): OutgoingHttpHeaders {
  return { ...headers, 'content-type': 'application/problem+json', 'content-length': Buffer.byteLength(body) }
}
