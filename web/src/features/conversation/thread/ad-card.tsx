import CampaignOutlined from '@mui/icons-material/CampaignOutlined'
import type { AdView } from '@balcao/contracts'
import { useTranslation } from 'react-i18next'

/** The host that the link leads to: the title is the sender's word, this is not. */
const readHost = (url: string | null): string => {
  if (url === null || !URL.canParse(url)) return ''
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? hostname : ''
}

const AdText = ({ ad, host }: { ad: AdView; host: string }) => {
  const { t } = useTranslation('tickets')
  return (
    <>
      {ad.thumbnail ? (
        <img className="ad__picture" src={ad.thumbnail} alt="" />
      ) : (
        <span className="ad__picture" aria-hidden="true">
          <CampaignOutlined />
        </span>
      )}
      <span className="ad__text">
        <small>{t(ad.sourceType === 'post' ? 'media.fromPost' : 'media.fromAd')}</small>
        <b>{ad.title || host}</b>
        {ad.body ? <small className="ad__body">{ad.body}</small> : null}
        {host && ad.title ? <small>{host}</small> : null}
      </span>
    </>
  )
}

/** The ad or post that the customer came from. Leads nowhere but to the web. */
export const AdCard = ({ ad }: { ad: AdView }) => {
  const { t } = useTranslation('tickets')
  const host = readHost(ad.url)
  if (host === '')
    return (
      <span className="ad">
        <AdText ad={ad} host="" />
      </span>
    )
  return (
    <a
      className="ad"
      href={ad.url ?? undefined}
      target="_blank"
      rel="noopener noreferrer"
      title={t('media.openAd', { host })}
    >
      <AdText ad={ad} host={host} />
    </a>
  )
}
