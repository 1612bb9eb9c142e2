#!/bin/sh
# Made by deploy/kafka-access.mjs --compose.
set -eu
kafka-configs.sh --bootstrap-server localhost:9094 --alter --entity-type users --entity-name balcao-auth --add-config "SCRAM-SHA-512=[password=$KAFKA_PASSWORD_AUTH]" >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-auth --operation Write --operation Describe --topic balcao.auth >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-auth --operation Write --operation Describe --resource-pattern-type prefixed --topic balcao.auth. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-auth --operation Read --operation Describe --topic balcao.auth --topic balcao.billing --topic balcao.messaging --topic balcao.tickets >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-auth --operation Read --operation Describe --resource-pattern-type prefixed --topic balcao.auth. --topic balcao.billing. --topic balcao.messaging. --topic balcao.tickets. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-auth --operation Read --operation Describe --resource-pattern-type prefixed --group balcao.group.auth. >&2
kafka-configs.sh --bootstrap-server localhost:9094 --alter --entity-type users --entity-name balcao-billing --add-config "SCRAM-SHA-512=[password=$KAFKA_PASSWORD_BILLING]" >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-billing --operation Write --operation Describe --topic balcao.billing >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-billing --operation Write --operation Describe --resource-pattern-type prefixed --topic balcao.billing. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-billing --operation Read --operation Describe --topic balcao.auth --topic balcao.billing >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-billing --operation Read --operation Describe --resource-pattern-type prefixed --topic balcao.auth. --topic balcao.billing. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-billing --operation Read --operation Describe --resource-pattern-type prefixed --group balcao.group.billing. >&2
kafka-configs.sh --bootstrap-server localhost:9094 --alter --entity-type users --entity-name balcao-campaigns --add-config "SCRAM-SHA-512=[password=$KAFKA_PASSWORD_CAMPAIGNS]" >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-campaigns --operation Write --operation Describe --topic balcao.campaigns >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-campaigns --operation Write --operation Describe --resource-pattern-type prefixed --topic balcao.campaigns. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-campaigns --operation Read --operation Describe --topic balcao.auth --topic balcao.messaging --topic balcao.tickets >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-campaigns --operation Read --operation Describe --resource-pattern-type prefixed --topic balcao.auth. --topic balcao.messaging. --topic balcao.tickets. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-campaigns --operation Read --operation Describe --resource-pattern-type prefixed --group balcao.group.campaigns. >&2
kafka-configs.sh --bootstrap-server localhost:9094 --alter --entity-type users --entity-name balcao-messaging-gateway --add-config "SCRAM-SHA-512=[password=$KAFKA_PASSWORD_MESSAGING_GATEWAY]" >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-messaging-gateway --operation Write --operation Describe --topic balcao.messaging >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-messaging-gateway --operation Write --operation Describe --resource-pattern-type prefixed --topic balcao.messaging. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-messaging-gateway --operation Read --operation Describe --topic balcao.auth --topic balcao.tickets --topic balcao.outbound --topic balcao.campaigns >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-messaging-gateway --operation Read --operation Describe --resource-pattern-type prefixed --topic balcao.auth. --topic balcao.tickets. --topic balcao.outbound. --topic balcao.campaigns. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-messaging-gateway --operation Read --operation Describe --resource-pattern-type prefixed --group balcao.group.gateway. --group balcao.group.messaging-gateway. --group balcao.group.messaging_gateway. >&2
kafka-configs.sh --bootstrap-server localhost:9094 --alter --entity-type users --entity-name balcao-realtime --add-config "SCRAM-SHA-512=[password=$KAFKA_PASSWORD_REALTIME]" >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-realtime --operation Write --operation Describe --topic balcao.realtime >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-realtime --operation Write --operation Describe --resource-pattern-type prefixed --topic balcao.realtime. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-realtime --operation Read --operation Describe --topic balcao.auth --topic balcao.billing --topic balcao.messaging --topic balcao.tickets --topic balcao.campaigns >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-realtime --operation Read --operation Describe --resource-pattern-type prefixed --topic balcao.auth. --topic balcao.billing. --topic balcao.messaging. --topic balcao.tickets. --topic balcao.campaigns. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-realtime --operation Read --operation Describe --resource-pattern-type prefixed --group balcao.group.realtime. >&2
kafka-configs.sh --bootstrap-server localhost:9094 --alter --entity-type users --entity-name balcao-tickets --add-config "SCRAM-SHA-512=[password=$KAFKA_PASSWORD_TICKETS]" >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-tickets --operation Write --operation Describe --topic balcao.tickets --topic balcao.outbound >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-tickets --operation Write --operation Describe --resource-pattern-type prefixed --topic balcao.tickets. --topic balcao.outbound. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-tickets --operation Read --operation Describe --topic balcao.auth --topic balcao.messaging --topic balcao.tickets >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-tickets --operation Read --operation Describe --resource-pattern-type prefixed --topic balcao.auth. --topic balcao.messaging. --topic balcao.tickets. >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-tickets --operation Read --operation Describe --resource-pattern-type prefixed --group balcao.group.tickets. >&2
kafka-configs.sh --bootstrap-server localhost:9094 --alter --entity-type users --entity-name balcao-migrations --add-config "SCRAM-SHA-512=[password=$KAFKA_PASSWORD_MIGRATIONS]" >&2
kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-migrations --operation Create --operation Describe --resource-pattern-type prefixed --topic balcao. >&2
[ -z "${KAFKA_PUBLIC_EVENTS_TOPIC:-}" ] || kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-realtime --operation Write --operation Describe --topic "$KAFKA_PUBLIC_EVENTS_TOPIC" >&2
[ -z "${KAFKA_PUBLIC_EVENTS_TOPIC:-}" ] || kafka-acls.sh --bootstrap-server localhost:9094 --add --allow-principal User:balcao-migrations --operation Create --operation Describe --topic "$KAFKA_PUBLIC_EVENTS_TOPIC" >&2
