/** What the page tells a frame of ours, and hears of it. */
export type Message = { type: string; [more: string]: unknown }

const hello = 'card sandbox'

/** Hands a frame of ours one end of a channel, and `first`; gives a way to speak, whose messages come to `hear`. */
export function speakTo(frame: HTMLIFrameElement, first: Message, hear: (message: Message) => void) {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<Message>) => hear(data)
  // The frame's origin is opaque and can't be named; nobody else can be in this frame.
  frame.contentWindow?.postMessage({ hello, first }, '*', [port2])
  return { send: (message: Message) => port1.postMessage(message), close: () => port1.close() }
}

/** In a frame: waits for the page that it is in, which must be of the site that it came from; what it says comes to `hear`. */
export function listenToPage(hear: (message: Message, send: (message: Message) => void) => void): void {
  const site = new URL(location.href).origin
  const greet = ({ source, origin, data, ports: [port] }: MessageEvent) => {
    if (source !== window.parent || origin !== site || data?.hello !== hello || !port) return
    removeEventListener('message', greet)
    const send = (message: Message) => port.postMessage(message)
    port.onmessage = (event: MessageEvent<Message>) => hear(event.data, send)
    hear(data.first, send)
  }
  addEventListener('message', greet)
}
