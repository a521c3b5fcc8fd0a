import { once } from 'node:events'

/** Connects to the inspector of a Node process on `port`, and returns functions that collect garbage and read the
 *  heap. */
export async function openHeap(port: number) {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string
  }[]
  if (!target) throw new Error(`there is no inspector on port ${port}`)
  const socket = new WebSocket(target.webSocketDebuggerUrl)
  await once(socket, 'open')
  let calls = 0
  const call = async (method: string): Promise<Record<string, number>> => {
    calls += 1
    const id = calls
    const answer = new Promise<Record<string, number>>((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data)) as { id: number; result: Record<string, number> }
        if (message.id !== id) return
        socket.removeEventListener('message', listen)
        resolve(message.result)
      }
      socket.addEventListener('message', listen)
    })
    socket.send(JSON.stringify({ id, method }))
    return answer
  }
  return {
    /** Collects garbage and returns the MB of the heap that are in use. */
    usedMb: async (): Promise<number> => {
      await call('HeapProfiler.collectGarbage')
      const { usedSize = 0 } = await call('Runtime.getHeapUsage')
      return usedSize / 1024 / 1024
    },
    close: () => socket.close(),
  }
}
