import { useState } from 'react'

import { useGetContactImportQuery, useListImportFaultsQuery } from '../../data/contact-imports.api'
import '../../data/contact-imports.live'
import { ImportOutcome } from '../sheet-import'

/* The event of the last rows may come before the answer that this shows: hence it is asked for again. */
const ASK_AGAIN_MS = 3_000

/** How far an import is, then what became of its rows. */
export const ImportProgress = ({ importId }: { importId: number }) => {
  const [isDone, setDone] = useState(false)
  const { data, error } = useGetContactImportQuery(importId, { pollingInterval: isDone ? 0 : ASK_AGAIN_MS })
  const hasFaults = data?.status === 'done' && data.failed > 0
  const { data: faults = [] } = useListImportFaultsQuery(importId, { skip: !hasFaults })
  if (data?.status === 'done' && !isDone) setDone(true)
  return <ImportOutcome data={data} error={error} faults={faults} />
}
