import { queryOptions } from '@tanstack/react-query'
import { type Receipt, receipt } from '#contract/booking/receipt.ts'
import { call } from './http/call.ts'
import { ApiError } from './http/errors.ts'
import { fetchFile } from './http/file.ts'
import { bearer } from './token/token.ts'

/** The receipt for a booking, of the payment with the receipt `number` alone if given; null if `reader` may not read
 *  one. */
export function receiptOf(reader: string, id: string, number?: string) {
  return queryOptions({
    queryKey: ['bookings', reader, id, 'receipt', number ?? ''],
    queryFn: () => getReceipt(reader, id, number),
    meta: { endsSession: true },
  })
}

/** The receipts for several bookings, each with the booking's id, without those that `reader` may not read. */
export function receiptsOf(reader: string, ids: readonly string[]) {
  return queryOptions({
    queryKey: ['bookings', reader, 'receipts', ids],
    queryFn: async () => {
      const found = await Promise.all(ids.map(async (id) => ({ id, receipt: await getReceipt(reader, id) })))
      return found.flatMap(({ id, receipt }) => (receipt ? { id, ...receipt } : []))
    },
    meta: { endsSession: true },
  })
}

async function getReceipt(reader: string, id: string, number?: string): Promise<Receipt | null> {
  const options = { params: { id }, query: { number }, token: await bearer(reader) }
  return call('GET /booking/:id/receipt', receipt, options).catch(nullWhenUnknown)
}

/** Fetches the same as a PDF. @throws the server's refusal */
export async function receiptFile(reader: string, id: string, number?: string): Promise<Blob> {
  const headers = { Authorization: `Bearer ${await bearer(reader)}` }
  const query = number === undefined ? '' : `?number=${encodeURIComponent(number)}`
  return fetchFile(`/booking/${encodeURIComponent(id)}/receipt.pdf${query}`, { headers })
}

function nullWhenUnknown(error: unknown): null {
  if (error instanceof ApiError && [400, 404].includes(error.problem.status)) return null
  throw error
}
