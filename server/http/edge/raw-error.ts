import { type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { createProblem } from '../problem.ts'

const timedOut = { status: 408, detail: 'The request took too long to arrive.' }
const tooLarge = { status: 431, detail: 'The headers of the request are too large.' }
const malformed = { status: 400, detail: 'The request is not valid HTTP.' }
const problems: Record<string, typeof malformed> = { ERR_HTTP_REQUEST_TIMEOUT: timedOut, HPE_HEADER_OVERFLOW: tooLarge }

/** Returns a `clientErrorHandler` for Fastify. It answers a request that Node can't parse with a problem that repeats nothing of it. */
export function rawErrorHandler(headers: OutgoingHttpHeaders) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, detail } = problems[error.code ?? ''] ?? malformed
    const body = JSON.stringify(createProblem(status, detail))
    const lines = Object.entries({ ...headersOf(headers, body), connection: 'close' }).map(
      ([name, value]) => `${name}: ${value}`,
    )
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  }
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
