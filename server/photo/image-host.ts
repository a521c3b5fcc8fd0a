import { z } from 'zod'
import type { Refused } from '#contract/kit/outcome.ts'

/** An image host: its upload URL, our key, and the origin of its pictures. */
export type ImageHost = { url: string; key: string; pictures: string }

/** Why an upload failed. `broken`: the response is not in imgbb's format; `unreachable`: there was no response in
 *  time. */
export type HostRefusal = Refused<'broken' | 'unreachable', { status?: number }>
export type HostOutcome = { ok: true; url: string } | HostRefusal

const maxResponseLength = 64 * 1024
const success = z.object({
  success: z.literal(true),
  data: z.object({ url: z.url({ protocol: /^https$/ }).max(2_000) }),
})

/** Uploads a picture through imgbb's API (https://api.imgbb.com): multipart, field `image`, the key in the query. The
 *  result never contains the key. */
export async function sendToHost(
  { url, key, pictures }: ImageHost,
  picture: Buffer,
  timeoutMs = 15_000,
): Promise<HostOutcome> {
  const target = new URL(url)
  target.searchParams.set('key', key)
  const body = new FormData()
  body.set('image', new Blob([Uint8Array.from(picture)], { type: 'image/webp' }), 'photo.webp')
  const response = await fetch(target, {
    method: 'POST',
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
    .then(async (received) => ({ status: received.status, text: await readText(received) }))
    .catch(() => undefined)
  if (!response) return { ok: false, reason: 'unreachable' }
  const uploaded = success.safeParse(parse(response.text)).data?.data
  if (uploaded && new URL(uploaded.url).origin === pictures) return { ok: true, url: uploaded.url }
  return { ok: false, reason: 'broken', status: response.status }
}

// Returns an empty text instead of one that is too long.
async function readText(response: Response) {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > maxResponseLength) return ''
  }
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
