import { QueryClientProvider, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '#web/api/http/query-client.ts'
import { LoadError } from '../feedback/LoadError.tsx'
import { InvalidLink } from './InvalidLink.tsx'
import { useLinkToken } from './use-link-token.ts'

/** What a page behind a link shows before it knows more. */
export interface LinkFrame {
  /** Its heading. */
  title: string
  /** What could not be loaded, such as 'Your appointment'. */
  what: string
  /** What a screen reader says meanwhile. */
  loading: string
  skeleton: ReactNode
}

interface LinkPageProps {
  frame: LinkFrame
  /** Classes of its width. */
  width?: string
  /** The page of a token; `Linked` shows what it leads to. */
  children: (token: string) => ReactNode
}

/** A page behind a link in an email, for its holder, who need not be signed in. */
export function LinkPage({ frame, width = 'max-w-150', children }: LinkPageProps) {
  const token = useLinkToken()
  // No call of this page needs a session.
  const [client] = useState(() => createQueryClient())
  return (
    <QueryClientProvider client={client}>
      <section key={token} className={`mx-auto w-full px-5 py-10 sm:py-14 ${width}`}>
        {token === undefined && <Waiting {...frame} />}
        {token === null && <InvalidLink />}
        {token && children(token)}
      </section>
    </QueryClientProvider>
  )
}

interface LinkedProps<Data> {
  frame: LinkFrame
  /** Its data are null if the link is not valid. */
  query: UseQueryResult<Data | null>
  /** Whether the page waits for its code. */
  isWaiting?: boolean
  children: (data: Data) => ReactNode
}

/** What a link leads to, once it is known. */
export function Linked<Data>({ frame, query, isWaiting = false, children }: LinkedProps<Data>) {
  const { data } = query
  if (query.isPending || (data && isWaiting)) return <Waiting {...frame} />
  if (data === null) return <InvalidLink />
  if (data) return children(data)
  return (
    <>
      <h1 className="page-title">{frame.title}</h1>
      <LoadError what={frame.what} query={query} className="mt-6" />
    </>
  )
}

function Waiting({ title, loading, skeleton }: LinkFrame) {
  return (
    <>
      <h1 className="page-title">{title}</h1>
      <p role="status" className="sr-only">
        {loading}
      </p>
      <div aria-hidden="true">{skeleton}</div>
    </>
  )
}
