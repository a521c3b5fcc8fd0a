import * as Toast from '@radix-ui/react-toast'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import X from 'lucide-react/icons/x'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'

type Kind = 'success' | 'error'
interface Message {
  id: number
  kind: Kind
  text: string
}

const ShowToast = createContext<(kind: Kind, text: string) => void>(() => undefined)

/** Says something for five seconds in the corner: politely when it went well, at once when not. */
export function useToast() {
  return useContext(ShowToast)
}

export function Toasts({ children }: { children: ReactNode }) {
  const [messages, setMessages] = useState<Message[]>([])
  const show = useCallback((kind: Kind, text: string) => {
    setMessages((shown) => [...shown, { id: (shown.at(-1)?.id ?? 0) + 1, kind, text }])
  }, [])
  const drop = (id: number) => setMessages((shown) => shown.filter((message) => message.id !== id))

  return (
    <ShowToast value={show}>
      <Toast.Provider duration={5000} swipeDirection="right">
        {children}
        {messages.map(({ id, kind, text }) => (
          <Toast.Root
            key={id}
            type={kind === 'error' ? 'foreground' : 'background'}
            onOpenChange={(open) => open || drop(id)}
            className="flex items-start gap-3 rounded-box border border-edge bg-base-100 p-4 shadow-float"
          >
            <ToastIcon kind={kind} />
            <Toast.Description className="flex-1">{text}</Toast.Description>
            <Toast.Close className="-m-2 grid size-10 shrink-0 cursor-pointer place-items-center rounded-field">
              <X size={18} aria-hidden="true" />
              <span className="sr-only">Close this message</span>
            </Toast.Close>
          </Toast.Root>
        ))}
        <Toast.Viewport className="fixed right-0 bottom-0 z-50 grid w-full max-w-110 gap-3 p-5 outline-none" />
      </Toast.Provider>
    </ShowToast>
  )
}

function ToastIcon({ kind }: { kind: Kind }) {
  if (kind === 'success') return <CircleCheck aria-hidden="true" className="shrink-0 text-success" />
  return <CircleAlert aria-hidden="true" className="shrink-0 text-error" />
}
