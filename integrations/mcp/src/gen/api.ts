export interface paths {
    "/api-keys/current": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API key that calls: its scopes, queues, networks and end */
        get: operations["getCurrentApiKey"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Contacts by name or as sort says, 30 a page; searchParam matches name and number */
        get: operations["listContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/messages/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Newest page first, 20 a page, oldest to newest inside the page */
        get: operations["listMessages"];
        put?: never;
        /** Sends text, up to 10 medias with body as caption of the first */
        post: operations["sendMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/ticket-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds a note to a ticket */
        post: operations["createNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/queue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All queues of the company by their order */
        get: operations["listQueues"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All tags of the company by name */
        get: operations["listAllTags"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tags/sync": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces the tags of a ticket */
        post: operations["syncTags"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Tickets the caller may see, last updated first or by order, 40 a page */
        get: operations["listTickets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/tickets/{ticketId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One ticket */
        get: operations["getTicket"];
        /** Accepts, returns, resolves, reopens or transfers a ticket */
        put: operations["updateTicket"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All users of the company by id */
        get: operations["listAllUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Error: {
            /** @description A code. With lenient handling of refused fields a sentence in the caller's language; of ERR_OTHER_OPEN_TICKET the ticket as JSON. */
            error: string;
            /** @description The code, where `error` is a sentence. */
            code?: string;
            /** @description Of ERR_VALIDATION: what is wrong, by field. */
            fields?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Of ERR_SUBSCRIPTION_EXPIRED: until when the company had paid.
             */
            dueDate?: string;
            /** @description Of a file that is too large: what one may have. */
            limitBytes?: number;
            /** @description Of ERR_MEDIA_QUOTA_REACHED: the company's files. */
            quota?: {
                usedBytes?: number;
                allowedBytes?: number;
            };
            /** @description Of ERR_API_KEY_SCOPE: what the key lacks. */
            scope?: string;
            /** @description Name it when you ask the operator about this answer. */
            requestId?: string;
        };
        /** @description The ad or post that a customer came from, as their app says. */
        AdView: {
            title: string;
            body: string;
            /** @description http or https; null when there is none. */
            url: string | null;
            sourceType: string;
            /** @description The ad's id at its network. */
            sourceId: string;
            /** @description A small picture as a data URL. */
            thumbnail: string | null;
        };
        ApiKeyView: {
            id: number;
            name: string;
            /** @description How the key begins, to recognise it by. */
            prefix: string;
            scopes: ("campaigns:read" | "campaigns:write" | "connections:read" | "connections:write" | "contacts:read" | "contacts:write" | "dashboard:read" | "dashboard:write" | "events:read" | "events:write" | "files:read" | "files:write" | "integrations:read" | "integrations:write" | "messages:read" | "messages:write" | "queues:read" | "queues:write" | "quick-messages:read" | "quick-messages:write" | "schedules:read" | "schedules:write" | "settings:read" | "settings:write" | "tags:read" | "tags:write" | "tickets:read" | "tickets:write" | "users:read" | "users:write")[];
            /** @description Empty: all that its maker sees. */
            queueIds: number[];
            /** @description Addresses and CIDR networks; empty: any. */
            networks: string[];
            /** @description The maker, whose rights the key never exceeds. */
            user: {
                id: number;
                name: string;
            };
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            lastUsedAt: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        /** @description The hours of one day. Times are `HH:MM`, `''` when the day has none. */
        BusinessHoursView: {
            /** @description The day's name as it was typed or translated. */
            weekday: string;
            /** @enum {string} */
            weekdayEn: "friday" | "monday" | "saturday" | "sunday" | "thursday" | "tuesday" | "wednesday";
            startTime: string;
            endTime: string;
        };
        /** @description Shown in place of the message's `body`. */
        ChoicesView: {
            /** @enum {string} */
            kind: "buttons" | "link" | "list";
            /** @description Above them. */
            text: string;
            /** @description Of a list the button that opens it, of a link its own; `''`. */
            button: string;
            options: {
                id: string;
                title: string;
                description: string;
            }[];
            /** @description Of a link. */
            url: string | null;
        };
        ContactView: {
            id: number;
            uuid: string;
            name: string;
            /** @description Digits only; for a group its id. */
            number: string;
            email: string;
            profilePicUrl: string | null;
            /** @description The same picture, under Whaticket's other name. */
            urlPicture: string | null;
            isGroup: boolean;
            companyId: number;
            extraInfo: components["schemas"]["ExtraInfoView"][];
            /** @description The connection of its last updated ticket. */
            whatsapp: {
                id: number;
                name: string;
            } | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ExtraInfoView: {
            id?: number;
            name: string;
            value: string;
        };
        MediaView: {
            url: string;
            name: string;
            mimeType: string;
            sizeBytes: number;
            width: number | null;
            height: number | null;
            durationSeconds: number | null;
            /** @description Of a voice note: 64 bars from 0 to 100, a byte each, in base64. */
            waveform: string | null;
            /** @description Of a received document: its first page as a data URL, when its sender's app drew one. */
            thumbnail: string | null;
        };
        /** @description The message of a found ticket that has the words looked for: most of them, and of several such messages the newest. */
        MessageMatch: {
            ticketId: number;
            messageId: string;
            /** @description At most 255 characters of its text. */
            text: string;
        };
        MessageView: {
            /** @description UUIDv7. */
            id: string;
            ticketId: number;
            contactId: number;
            /** @description The ticket's contact; absent in `update` events, which are about the message alone. */
            contact?: components["schemas"]["ContactView"];
            companyId: number;
            /** @description Order within the ticket, from 1. Sort by it, never by time. */
            seq: number;
            /** @description Of a location `image|link|description`; its parts are in `location` too. Of contacts their vCards, one after the other. */
            body: string;
            fromMe: boolean;
            /** @enum {string} */
            mediaType: "application" | "audio" | "call_log" | "chat" | "image" | "locationMessage" | "numberChanged" | "phoneOnly" | "placeholder" | "sticker" | "template" | "unsupported" | "vcard" | "video";
            /** @description Signed link; null when there is no media. */
            mediaUrl: string | null;
            media: components["schemas"]["MediaView"] | null;
            /** @description The same in a list: a message has one file at most. */
            medias: components["schemas"]["MediaView"][];
            /**
             * @description `pending`: the file is still being fetched; `gone`: it could not be had; `erased`: it is no longer kept. Null for everything else.
             * @enum {string|null}
             */
            mediaState: "erased" | "gone" | "pending" | null;
            /**
             * @description Of a `pending` one: what it waits for, where that is known.
             * @enum {string|null}
             */
            mediaWait: "plan" | "retry" | "volume" | null;
            quotedMsg: components["schemas"]["QuotedMessageView"] | null;
            /** @description 0 waiting, 1 sent, 2 received, 3 read, 4 and 5 played, -1 failed. Only rises. */
            ack: number;
            /** @description Code of the catalogue when ack is -1. */
            failure: string | null;
            read: boolean;
            isDeleted: boolean;
            isEdited: boolean;
            /** @description Chosen by the browser that sent it; replaces the optimistic bubble. */
            clientId: string | null;
            /** @description Participant of a group, or the agent. */
            senderName: string;
            /** @description Who wrote: the contact's id, or with `fromMe` the agent's; null for the phone and for other services. */
            senderId: number | null;
            userId: number | null;
            location: {
                latitude: number;
                longitude: number;
                name: string;
                address: string;
            } | null;
            ad: components["schemas"]["AdView"] | null;
            /** @description What the customer can tap under it; `body` has the same as numbered lines. */
            choices: components["schemas"]["ChoicesView"] | null;
            /** @description Of a customer's message that is a tap: the id of the choice; `body` is its title. */
            choiceId: string | null;
            /** @description What is said in its sound, where a prompt heard or spoke it; else null. */
            transcript: string | null;
            marks: ("campaign" | "ephemeral" | "forwarded" | "viewOnce")[];
            /** @description Most frequent first. */
            reactions: components["schemas"]["ReactionView"][];
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        MessagesPage: {
            /** @description Oldest first. */
            messages: components["schemas"]["MessageView"][];
            hasMore: boolean;
            /** @description Whether `/messages/{ticketId}/earlier` has any. */
            hasEarlier: boolean;
            count: number;
            ticket: components["schemas"]["TicketView"];
        };
        QueueRefView: {
            id: number;
            name: string;
            color: string;
        };
        QueueView: {
            greetingMessage: string;
            outOfHoursMessage: string;
            orderQueue: number;
            schedules: components["schemas"]["BusinessHoursView"][];
            /** @description IANA zone of the hours; null: the company's. */
            timeZone: string | null;
            promptId: number | null;
            integrationId: number | null;
            /** @description Signed link to the file of the greeting. */
            mediaPath: string | null;
            mediaName: string | null;
            companyId: number;
            id: number;
            name: string;
            color: string;
        };
        QuotedMessageView: {
            id: string;
            body: string;
            /** @enum {string} */
            mediaType: "application" | "audio" | "call_log" | "chat" | "image" | "locationMessage" | "numberChanged" | "phoneOnly" | "placeholder" | "sticker" | "template" | "unsupported" | "vcard" | "video";
            fromMe: boolean;
            senderName: string;
        };
        /** @description Reactions to a message with one emoji. */
        ReactionView: {
            emoji: string;
            count: number;
            /** @description Whether our own number is among them. */
            mine: boolean;
            /** @description Names of the others; '' is the ticket's contact. */
            names: string[];
        };
        TagRefView: {
            id: number;
            name: string;
            color: string;
        };
        TagView: {
            kanban: number;
            /** @description The creator; null for tags older than this field. */
            userId: number | null;
            ticketsCount?: number;
            id: number;
            name: string;
            color: string;
        };
        TicketNoteView: {
            id: number;
            note: string;
            ticketId: number;
            contactId: number;
            user: {
                id: number;
                name: string;
            };
            /** Format: date-time */
            createdAt: string;
        };
        TicketView: {
            id: number;
            uuid: string;
            /** @enum {string} */
            status: "closed" | "open" | "pending";
            companyId: number;
            userId: number | null;
            user: {
                id: number;
                name: string;
            } | null;
            queueId: number | null;
            queue: components["schemas"]["QueueRefView"] | null;
            whatsappId: number | null;
            whatsapp: {
                id: number;
                name: string;
            } | null;
            contactId: number;
            contact: components["schemas"]["ContactView"];
            tags: components["schemas"]["TagRefView"][];
            lastMessage: string;
            /** @enum {string} */
            lastMessageKind: "application" | "audio" | "call_log" | "chat" | "image" | "locationMessage" | "numberChanged" | "phoneOnly" | "placeholder" | "sticker" | "template" | "unsupported" | "vcard" | "video";
            lastMessageFromMe: boolean;
            lastMessageAck: number;
            /** @description The agent who wrote it; null for the customer's, the product's and the phone's. */
            lastMessageUser: {
                id: number;
                name: string;
            } | null;
            /** Format: date-time */
            lastMessageAt: string;
            /** @description The customer's newest message that is not deleted, as the last one is told; '' of kind `chat` when there is none. */
            lastReceived: string;
            /** @enum {string} */
            lastReceivedKind: "application" | "audio" | "call_log" | "chat" | "image" | "locationMessage" | "numberChanged" | "phoneOnly" | "placeholder" | "sticker" | "template" | "unsupported" | "vcard" | "video";
            unreadMessages: number;
            isGroup: boolean;
            chatbot: boolean;
            useIntegration: boolean;
            promptId: number | null;
            integrationId: number | null;
            /** @description Rises with every change; drop what is lower than what you have. */
            version: number;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            /** Format: date-time */
            closedAt: string | null;
            /**
             * Format: date-time
             * @description Since when it waits, whichever queue it was moved to meanwhile; null unless it is pending.
             */
            pendingAt: string | null;
        };
    };
    responses: never;
    parameters: {
        /**
         * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
         * @example handling=strict
         */
        Prefer: "handling=strict" | "handling=lenient";
        /** @description A text of your own for this request, such as a UUID. For a day, a repeat by the same caller with the same key has no further effect and gets the first answer, with `Idempotent-Replayed: true`; with other content it is refused (422), and while the first is being processed too (409, `Retry-After`). A refusal that changed nothing frees the key. */
        IdempotencyKey: string;
        /** @description A text of your own for this request, such as a UUID. Within 7 days a repeat with the same key has no further effect and gets the first answer; with other content it is refused (422), and while the first is being processed too (409). */
        SendIdempotencyKey: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    getCurrentApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyView"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listContacts: {
        parameters: {
            query?: {
                searchParam?: string;
                pageNumber?: number;
                date?: string;
                dateStart?: string;
                dateEnd?: string;
                sort?: "name" | "-name" | "createdAt" | "-createdAt";
            };
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        contacts: components["schemas"]["ContactView"][];
                        count: number;
                        hasMore: boolean;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                pageNumber?: number;
                before?: number;
                markAsRead?: boolean;
            };
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path: {
                /** @description The `ticketId`. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagesPage"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    sendMessage: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A text of your own for this request, such as a UUID. For a day, a repeat by the same caller with the same key has no further effect and gets the first answer, with `Idempotent-Replayed: true`; with other content it is refused (422), and while the first is being processed too (409, `Retry-After`). A refusal that changed nothing frees the key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description The `ticketId`. */
                id: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @default  */
                    body?: string;
                    clientId?: string;
                    quotedMsg?: unknown;
                    quotedMsgId?: string | null;
                    captions?: string[];
                    contactIds?: number[];
                    template?: {
                        name: string;
                        language: string;
                        /** @default [] */
                        header?: string[];
                        /** @default [] */
                        body?: string[];
                        /** @default [] */
                        buttons?: string[];
                    };
                    choices?: {
                        /** @enum {string} */
                        kind: "buttons" | "list" | "link";
                        /** @default  */
                        button?: string;
                        /** @default [] */
                        options?: {
                            /** @default  */
                            id?: string;
                            title: string;
                            /** @default  */
                            description?: string;
                        }[];
                        /** @default  */
                        url?: string;
                    };
                    durationSeconds?: number;
                    waveform?: string;
                    read?: unknown;
                    fromMe?: unknown;
                    mediaUrl?: unknown;
                };
                "multipart/form-data": {
                    /** @default  */
                    body?: string;
                    clientId?: string;
                    quotedMsg?: unknown;
                    quotedMsgId?: string | null;
                    captions?: string[];
                    contactIds?: number[];
                    template?: {
                        name: string;
                        language: string;
                        /** @default [] */
                        header?: string[];
                        /** @default [] */
                        body?: string[];
                        /** @default [] */
                        buttons?: string[];
                    };
                    choices?: {
                        /** @enum {string} */
                        kind: "buttons" | "list" | "link";
                        /** @default  */
                        button?: string;
                        /** @default [] */
                        options?: {
                            /** @default  */
                            id?: string;
                            title: string;
                            /** @default  */
                            description?: string;
                        }[];
                        /** @default  */
                        url?: string;
                    };
                    durationSeconds?: number;
                    waveform?: string;
                    read?: unknown;
                    fromMe?: unknown;
                    mediaUrl?: unknown;
                    medias?: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    /** @description With `Idempotency-Key`: this is the answer to the first request. */
                    "idempotent-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        messages: components["schemas"]["MessageView"][];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    createNote: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A text of your own for this request, such as a UUID. For a day, a repeat by the same caller with the same key has no further effect and gets the first answer, with `Idempotent-Replayed: true`; with other content it is refused (422), and while the first is being processed too (409, `Retry-After`). A refusal that changed nothing frees the key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    note: string;
                    ticketId: number;
                    contactId: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    /** @description With `Idempotency-Key`: this is the answer to the first request. */
                    "idempotent-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketNoteView"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listQueues: {
        parameters: {
            query?: {
                companyId?: string;
            };
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["QueueView"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAllTags: {
        parameters: {
            query?: {
                searchParam?: string;
            };
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TagView"][];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    syncTags: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A text of your own for this request, such as a UUID. For a day, a repeat by the same caller with the same key has no further effect and gets the first answer, with `Idempotent-Replayed: true`; with other content it is refused (422), and while the first is being processed too (409, `Retry-After`). A refusal that changed nothing frees the key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    ticketId: number;
                    tags: {
                        id: number;
                        name?: unknown;
                        color?: unknown;
                        kanban?: unknown;
                        ticketsCount?: unknown;
                        userId?: unknown;
                        companyId?: unknown;
                        createdAt?: unknown;
                        updatedAt?: unknown;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    /** @description With `Idempotency-Key`: this is the answer to the first request. */
                    "idempotent-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTickets: {
        parameters: {
            query?: {
                searchParam?: string;
                pageNumber?: number;
                status?: "pending" | "open" | "closed";
                date?: string;
                updatedAt?: string;
                showAll?: boolean;
                withUnreadMessages?: boolean;
                queueIds?: number[];
                tags?: number[];
                withoutTags?: number[];
                users?: number[];
                contactId?: number;
                bot?: "with" | "without";
                order?: "last-updated" | "longest-wait";
                after?: string;
            };
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        tickets: components["schemas"]["TicketView"][];
                        count: number;
                        hasMore: boolean;
                        matches: components["schemas"]["MessageMatch"][];
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    getTicket: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                ticketId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateTicket: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
                /** @description A text of your own for this request, such as a UUID. For a day, a repeat by the same caller with the same key has no further effect and gets the first answer, with `Idempotent-Replayed: true`; with other content it is refused (422), and while the first is being processed too (409, `Retry-After`). A refusal that changed nothing frees the key. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                ticketId: number;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    status?: "pending" | "open" | "closed";
                    userId?: number | null;
                    queueId?: number | null;
                    whatsappId?: number | null;
                    useIntegration?: boolean | null;
                    promptId?: number | null;
                    integrationId?: number | null;
                    /** @enum {string} */
                    expectedStatus?: "pending" | "open" | "closed";
                    justClose?: boolean;
                    undoSeconds?: number;
                    queueOptionId?: unknown;
                    id?: unknown;
                    uuid?: unknown;
                    companyId?: unknown;
                    user?: unknown;
                    queue?: unknown;
                    whatsapp?: unknown;
                    contactId?: unknown;
                    contact?: unknown;
                    tags?: unknown;
                    lastMessage?: unknown;
                    lastMessageKind?: unknown;
                    lastMessageFromMe?: unknown;
                    lastMessageAck?: unknown;
                    lastMessageUser?: unknown;
                    lastMessageAt?: unknown;
                    lastReceived?: unknown;
                    lastReceivedKind?: unknown;
                    unreadMessages?: unknown;
                    isGroup?: unknown;
                    chatbot?: unknown;
                    version?: unknown;
                    createdAt?: unknown;
                    updatedAt?: unknown;
                    closedAt?: unknown;
                    pendingAt?: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    /** @description With `Idempotency-Key`: this is the answer to the first request. */
                    "idempotent-replayed"?: "true";
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TicketView"];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAllUsers: {
        parameters: {
            query?: {
                companyId?: string;
            };
            header?: {
                /**
                 * @description How fields are read. `handling=strict`: as described here; wrong types and unknown fields are refused. `handling=lenient`, also without this header: what forms send for nothing (an empty text, null, false, "Nenhuma") is none, numbers and flags may be texts, and unknown fields are ignored; `Balcao-Ignored-Fields` of the answer names what was.
                 * @example handling=strict
                 */
                Prefer?: components["parameters"]["Prefer"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    /** @description With lenient handling: fields of the request that were ignored, separated by commas. */
                    "balcao-ignored-fields"?: string;
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        id: number;
                        name: string;
                        email: string;
                        queues: components["schemas"]["QueueRefView"][];
                    }[];
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
