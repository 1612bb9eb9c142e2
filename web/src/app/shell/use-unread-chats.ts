import { countUnread, flattenChats } from '../../data/chat-pages'
import { useListChatsInfiniteQuery } from '../../data/chats.api'
import '../../data/chats.live'
import { useMe } from '../../data/hooks'
import { useCompanyPlanQuery } from '../../data/session/session.api'

/** The user's internal chats, the last used first, and how many of them have unread messages. None without the plan's flag. */
export const useUnreadChats = () => {
  const me = useMe()
  const { data: company } = useCompanyPlanQuery(me.companyId)
  const isOffered = company?.plan.useInternalChat ?? false
  const list = useListChatsInfiniteQuery('', { skip: !isOffered })
  const chats = flattenChats(list.data)
  return { list, isOffered, count: chats.filter((chat) => countUnread(chat, me.id) > 0).length }
}
