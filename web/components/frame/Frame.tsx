import type { ReactNode } from 'react'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

interface FrameProps {
  children: ReactNode
  /** In the empty shell that every address starts from, no link is the current one yet. */
  shell?: boolean
}

/** What stands around every page: the way past the bar, the bar, the footer. */
export function Frame({ children, shell = false }: FrameProps) {
  return (
    <>
      <a href="#main" className="btn btn-neutral print:hidden absolute top-3 left-3 z-50 not-focus:sr-only">
        Skip to the content
      </a>
      <Header shell={shell} />
      <main id="main" tabIndex={-1} className="page-high flex-1 outline-none">
        {children}
      </main>
      <Footer />
    </>
  )
}
