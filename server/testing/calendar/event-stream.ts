/** Opens a stream of events and collects the text that arrives. `isEnded` resolves when it ends, also after `signal`
 *  was aborted. */
export async function openEventStream(url: string, headers: Record<string, string>, signal: AbortSignal) {
  const response = await fetch(url, { headers: { ...headers, accept: 'text/event-stream' }, signal })
  let text = ''
  const isEnded = (async () => {
    const decoder = new TextDecoder()
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes)
  })().catch(() => undefined)
  return { response, isEnded, text: () => text }
}
