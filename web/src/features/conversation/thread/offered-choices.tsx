import FormatListBulletedOutlined from '@mui/icons-material/FormatListBulletedOutlined'
import OpenInNewOutlined from '@mui/icons-material/OpenInNewOutlined'
import type { ChoicesView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

import { RichText } from '../../../ui/rich-text'
import { MessageText } from './message-text'

/** A message that the customer answers by a tap: its text, and what they see below it. */
export const OfferedChoices = ({
  choices: { kind, text, button, options, url },
  found,
}: {
  choices: ChoicesView
  /** Words to mark. */
  found: string
}) => {
  const { t } = useTranslation('tickets')
  return (
    <>
      <MessageText text={text} found={found} />
      {kind === 'link' ? (
        <a className="choices__link" href={url ?? undefined} target="_blank" rel="noreferrer">
          <OpenInNewOutlined aria-hidden="true" /> {button}
        </a>
      ) : (
        <ul className="choices" data-kind={kind} aria-label={t('thread.choices')}>
          {kind === 'list' ? (
            <li className="choices__open" aria-hidden="true">
              <FormatListBulletedOutlined /> {button}
            </li>
          ) : null}
          {options.map(({ id, title, description }) => (
            <li key={id}>
              <RichText text={title} found={found} />
              {description ? (
                <small>
                  <RichText text={description} found={found} />
                </small>
              ) : null}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
