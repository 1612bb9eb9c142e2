/*
 * The steps of `npm run accept:phone`, in order. `do`: what the person does. `act`: what the program does first (act.mjs).
 * `checks`: names of checks.mjs with their arguments, asked again until they pass or `withinS` is over. `asks`: what only eyes can see.
 * `{word}` stands for the step's own word, which makes its messages known.
 */
const KINDS = ['chat', 'image', 'video', 'audio', 'application', 'sticker', 'locationMessage', 'vcard']

const quiet = [['noRefusals'], ['noUndecryptable'], ['noPause']]

const number = (count) => Array.from({ length: count }, (_, index) => `{word} ${index + 1}`)

export const steps = [
  {
    id: 'qr',
    title: 'Link by QR code',
    do: [
      'On the desk, open Connections, choose the connection and show its QR code.',
      'Scan it with the spare number: Linked devices, Link a device.',
    ],
    checks: [['connected']],
    withinS: 180,
    asks: ['Does the phone list the desk among its linked devices?'],
  },
  {
    id: 'code',
    title: 'Link by code',
    act: ['newPairingCode'],
    do: ['On the phone: Linked devices, Link a device, Link with phone number. Type the code above.'],
    checks: [['connected']],
    withinS: 300,
    asks: [],
  },
  {
    id: 'in',
    title: 'Every kind of message in',
    do: [
      'From the second phone send to the spare number, one after the other: the text "{word}", a photo, a video, a voice note, a PDF, a sticker, a location and a contact.',
    ],
    checks: [['received', ...KINDS], ...quiet],
    withinS: 120,
    asks: [
      'Does the ticket show all eight, in the order in which they were sent, and do picture, video and voice note play?',
    ],
  },
  {
    id: 'out',
    title: 'Every kind of message out',
    act: ['sendKinds'],
    actsOnce: true,
    do: [
      'In the desk record a voice note and send it, too. On the second phone look at each message, and listen.',
    ],
    checks: [['sent', 4], ...quiet],
    withinS: 120,
    asks: [
      'Has the second phone text, picture, sound, PDF and voice note exactly once each?',
      'Can they all be read, seen and heard there?',
    ],
  },
  {
    id: 'changes',
    title: 'Edits, emojis and deletions',
    do: [
      'From the second phone: send "{word} 1" and edit it, put an emoji on the desk’s text, send "{word} 2" and delete it for everyone.',
      'In the desk: edit its text, put an emoji on a message of the customer, delete its picture for everyone.',
    ],
    checks: [['edited'], ['deleted'], ...quiet],
    withinS: 120,
    asks: ['Does each side show the other’s edit, emoji and deletion?'],
  },
  {
    id: 'group',
    title: 'Group',
    do: [
      'Make a group with both phones (the desk must take group messages). Write "{word}" there from the second phone and answer it in the desk.',
    ],
    checks: [['receivedInGroup', '{word}'], ...quiet],
    withinS: 180,
    asks: ['Does the group show the desk’s answer exactly once?'],
  },
  {
    id: 'ad',
    title: 'Message from an ad',
    do: [
      'With the second phone open an ad of yours that leads to WhatsApp ("click to WhatsApp") and send the message it suggests.',
    ],
    checks: [['receivedFromAd'], ...quiet],
    withinS: 180,
    asks: ['Does the ticket show the message and its ad, or that it waits for the phone?'],
  },
  {
    id: 'phone',
    title: 'Writing on the phone itself',
    do: ['On the spare number’s own phone write "{word}" to the second phone.'],
    checks: [['writtenOnPhone', '{word}'], ...quiet],
    withinS: 120,
    asks: ['Does the ticket show it on the desk’s side, exactly once?'],
  },
  {
    id: 'offline',
    title: 'Ten minutes without network',
    do: [
      'Take the desk’s network away for ten minutes (not its address for this program, if that is another machine).',
      'Meanwhile send from the second phone "{word} 1" to "{word} 5", each as a message of its own. Give the network back, then press Enter.',
    ],
    checks: [
      ['connected'],
      ['inOrderOnce', ...number(5)],
      ['endsOnly', 'lost', 'bad-session', 'failed'],
      ...quiet,
    ],
    withinS: 600,
    asks: ['Did the connections page say that the line was lost, and connect again without a QR code?'],
  },
  {
    id: 'kill',
    title: 'Kill in a burst',
    do: [
      'From the second phone send "{word} 1" to "{word} 10" quickly. In the middle kill the desk’s process (kill -9), start it again, then press Enter.',
    ],
    checks: [['connected'], ['inOrderOnce', ...number(10)], ...quiet],
    withinS: 600,
    asks: ['Did it connect again without a QR code?'],
  },
  {
    id: 'flight',
    title: 'Flight mode',
    do: [
      'Put the spare number’s phone into flight mode for five minutes. From the second phone send "{word} 1", answer it in the desk, switch flight mode off.',
    ],
    checks: [['connected'], ['inOrderOnce', '{word} 1'], ...quiet],
    withinS: 300,
    asks: ['Did the second phone get the answer while the other phone was in flight mode?'],
  },
  {
    id: 'unlink',
    title: 'Unlink on the phone',
    do: ['On the spare number’s phone: Linked devices, choose the desk, Log out.'],
    checks: [['unlinked']],
    withinS: 120,
    asks: ['Does the connections page say that the device was unlinked on the phone?'],
  },
  {
    id: 'relink',
    title: 'Link again',
    do: [
      'Ask for a new QR code on the connections page and scan it. Then send "{word}" from the second phone.',
    ],
    checks: [['connected'], ['inOrderOnce', '{word}'], ...quiet],
    withinS: 300,
    asks: ['Is the old conversation still there, and did the new message join it?'],
  },
  {
    id: 'day',
    title: '24 hours',
    waitH: 24,
    do: [
      'Leave it alone for a day, or use it as you would. Run the same command again when the time is over.',
    ],
    checks: [
      ['connected'],
      ['endsOnly', 'lost', 'bad-session', 'restart-required'],
      ['endsAtMost', 24],
      ['memoryAtMost', 1.5],
      ...quiet,
    ],
    withinS: 60,
    asks: ['Is the phone still listing the desk, and has WhatsApp warned of nothing?'],
  },
]
