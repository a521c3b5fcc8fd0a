/** A message between the page and one of the sandbox's frames. */
export type Message = { type: string; [more: string]: unknown }

const handshake = 'card sandbox'

/** Opens a message channel to a frame and sends `first`. Calls `onMessage` with each message of the frame. */
export function connectToFrame(frame: HTMLIFrameElement, first: Message, onMessage: (message: Message) => void) {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data)
  // The target origin has to be '*' because the frame's origin is opaque; only the sandbox's document can be in this
  // frame.
  frame.contentWindow?.postMessage({ handshake, first }, '*', [port2])
  return { send: (message: Message) => port1.postMessage(message), close: () => port1.close() }
}

/** Accepts the channel of the embedding page, if that page has the site's own origin. Calls `onMessage` with each
 *  message of the page. Runs in a frame. */
export function connectToPage(onMessage: (message: Message, send: (message: Message) => void) => void): void {
  const site = new URL(location.href).origin
  const accept = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    if (source !== window.parent || origin !== site || data?.handshake !== handshake || !port) return
    removeEventListener('message', accept)
    const send = (message: Message) => port.postMessage(message)
    port.onmessage = (event: MessageEvent<Message>) => onMessage(event.data, send)
    onMessage(data.first, send)
  }
  addEventListener('message', accept)
}
