import { type ReactNode, useState } from 'react'
import { MessagesPlace } from '../message/messages-place.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

interface FrameProps {
  children: ReactNode
  /** For a page that is loading or has failed: marks no link as current and shows the site's menu. */
  shell?: boolean
}

/** The skip link, header and footer around every page. */
export function Frame({ children, shell = false }: FrameProps) {
  const [messages, setMessages] = useState<HTMLDivElement | null>(null)
  return (
    <MessagesPlace value={messages}>
      <a href="#main" className="btn btn-neutral print:hidden absolute top-3 left-3 z-50 not-focus:sr-only">
        Skip to the content
      </a>
      <Header shell={shell} messages={setMessages} />
      <main id="main" tabIndex={-1} className="page-high flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </MessagesPlace>
  )
}
