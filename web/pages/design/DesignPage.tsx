import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Toasts } from '#web/ui/message/Toasts.tsx'
import { Buttons } from './Buttons.tsx'
import { Fields } from './Fields.tsx'
import { Messages } from './Messages.tsx'
import { Colors, Scales } from './Scales.tsx'
import { Tables } from './Tables.tsx'
import { Waiting } from './Waiting.tsx'

/** The components of all pages in all their states. Exists during development only (web/app/routes.tsx). */
export default function DesignPage() {
  const [client] = useState(() => new QueryClient())
  return (
    <QueryClientProvider client={client}>
      <Toasts email="design@clinic.example">
        <div className="shell py-14">
          <h1 className="text-3xl">Design</h1>
          <p className="mt-4 max-w-text text-lg text-quiet">
            The parts that the pages are made of, in all their states and in the scheme of your system.
          </p>
          <Scales />
          <Colors />
          <Buttons />
          <Fields />
          <Tables />
          <Messages />
          <Waiting />
        </div>
      </Toasts>
    </QueryClientProvider>
  )
}
