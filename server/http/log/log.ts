import { type DestinationStream, type Logger, pino } from 'pino'
import { currentRequestId } from './request-id.ts'

/** The field of log lines with the id of the request. */
export const requestIdField = 'requestId'

/** Opens standard output, where the log and what `npm start` prints keep their order. */
export function openOutput(): DestinationStream {
  return pino.destination({ dest: 1, sync: false })
}

/** Opens the log. Lines that are written while a request is handled carry its id. */
export function openLog(level: string, destination: DestinationStream): Logger {
  // The request's own logger has the id already.
  const mixin = (_line: object, _level: number, logger: Logger) => {
    const requestId = requestIdField in logger.bindings() ? undefined : currentRequestId()
    return requestId === undefined ? {} : { [requestIdField]: requestId }
  }
  return pino({ level, mixin }, destination)
}
