{{/* What must be set, and what must not be: said all at once, before anything is rendered. */}}
{{- define "balcao.guard" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- range $name := list "app" "engines" "databaseRoles" "databaseOwner" -}}
{{- if not (get $v.secrets $name) }}{{ $faults = append $faults (printf "secrets.%s: name of a Secret" $name) }}{{ end -}}
{{- end -}}
{{- if not $v.database.host }}{{ $faults = append $faults "database.host" }}{{ end -}}
{{- if not $v.kafka.brokers }}{{ $faults = append $faults "kafka.brokers" }}{{ end -}}
{{- if not $v.s3.bucket }}{{ $faults = append $faults "s3.bucket" }}{{ end -}}
{{- $realtime := $v.services.realtime -}}
{{- if and (not $v.redis.enabled) (or $realtime.autoscaling.enabled (gt (int $realtime.replicas) 1)) -}}
{{- $faults = append $faults "redis.enabled: several pods of realtime find each other's sockets by it" -}}
{{- end -}}
{{- if and $v.monitoring.prometheusRule.enabled (not $v.monitoring.runbooks) -}}
{{- $faults = append $faults "monitoring.runbooks: where alerts link to" -}}
{{- end -}}
{{- if and $v.ingress.enabled (not $v.ingress.host) }}{{ $faults = append $faults "ingress.host" }}{{ end -}}
{{- if $v.httpRoute.enabled -}}
{{- range $name := list "parentRefs" "hostnames" -}}
{{- if not (get $v.httpRoute $name) }}{{ $faults = append $faults (printf "httpRoute.%s" $name) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if and (eq $v.autoscaling.metrics "keda") (not $v.autoscaling.keda.prometheus) -}}
{{- $faults = append $faults "autoscaling.keda.prometheus: address of the Prometheus that KEDA asks" -}}
{{- end -}}
{{- range $name, $workload := merge (dict "front" $v.front) $v.services -}}
{{- with $workload.autoscaling -}}
{{- if and .enabled (gt (int .min) (int .max)) }}{{ $faults = append $faults (printf "autoscaling of %s: min is above max" $name) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if and $v.caBundle.configMap $v.caBundle.secret -}}
{{- $faults = append $faults "caBundle: a ConfigMap or a Secret, not both" -}}
{{- end -}}
{{- $faults = concat $faults (include "balcao.connectionFaults" . | fromJsonArray) -}}
{{- if eq $v.image.tag "latest" }}{{ $faults = append $faults "image.tag: one that does not move" }}{{ end -}}
{{- if $v.image.digests -}}
{{- range $name := append (keys $v.services) "web" | sortAlpha -}}
{{- if not (get $v.image.digests $name) }}{{ $faults = append $faults (printf "image.digests.%s: with one digest, all images have theirs" $name) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if and $v.secrets.app (has $v.secrets.databaseOwner (list $v.secrets.engines $v.secrets.databaseRoles)) -}}
{{- $faults = append $faults "secrets.databaseOwner: a Secret of its own, which services do not read" -}}
{{- end -}}
{{- if and (or $v.ingress.enabled $v.httpRoute.enabled) (not $v.trustedProxies) -}}
{{- $faults = append $faults "trustedProxies: with an ingress or a gateway, the networks of the pods and of what stands before them; without them all callers seem to have one address" -}}
{{- end -}}
{{- if and (ne $v.front.service.type "ClusterIP") (not $v.trustedProxies) -}}
{{- $faults = append $faults (printf "trustedProxies: with front.service.type %s, the network of the pods, and the load balancer's addresses where it speaks HTTP" $v.front.service.type) -}}
{{- end -}}
{{- range $range := $v.trustedProxies -}}
{{- if regexMatch "(^0\\.0\\.0\\.0|^::|/[0-7])$|/0+$" $range -}}
{{- $faults = append $faults (printf "trustedProxies: %s is every address" $range) -}}
{{- end -}}
{{- end -}}
{{- if hasKey $v.env "TRUSTED_PROXIES" }}{{ $faults = append $faults "env.TRUSTED_PROXIES: set trustedProxies instead" }}{{ end -}}
{{- if $v.networkPolicy.enabled -}}
{{- range $name, $place := $v.networkPolicy.places -}}
{{- if include "balcao.isTalkedTo" (dict "values" $v "name" $name) -}}
{{- if not $place.to -}}
{{- $faults = append $faults (printf "networkPolicy.places.%s.to: its addresses; empty would be any address at its ports" $name) -}}
{{- end -}}
{{- if ne $name "internet" -}}
{{- range $peer := $place.to -}}
{{- if regexMatch "/0+$" (dig "ipBlock" "cidr" "" $peer) -}}
{{- $faults = append $faults (printf "networkPolicy.places.%s.to: %s is any address" $name $peer.ipBlock.cidr) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $service, $s := $v.services -}}
{{- if hasKey $s.env "TRUSTED_PROXIES" }}{{ $faults = append $faults (printf "services.%s.env.TRUSTED_PROXIES: set trustedProxies instead" $service) }}{{ end -}}
{{- range $name, $value := merge (deepCopy $s.env) $v.env -}}
{{- if regexMatch "(PASSWORD|SECRET|TOKEN|_KEYS?)$" $name -}}
{{- $faults = append $faults (printf "services.%s.env.%s: secrets come from a Secret, by secretEnv" $service $name) -}}
{{- end -}}
{{- if regexMatch "://[^/@ ]*:[^/@ ]*@" (toString $value) -}}
{{- $faults = append $faults (printf "services.%s.env.%s: no password in an address" $service $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range $name, $own := merge (dict "all pods" (dict "extraEnv" $v.extraEnv) "front" $v.front "migrations" $v.migrations) $v.services -}}
{{- range $variable := $own.extraEnv | default list -}}
{{- if eq $variable.name "TRUSTED_PROXIES" }}{{ $faults = append $faults (printf "extraEnv of %s: set trustedProxies instead" $name) }}{{ end -}}
{{- if and (hasKey $variable "value") (regexMatch "(PASSWORD|SECRET|TOKEN|_KEYS?)$" $variable.name) -}}
{{- $faults = append $faults (printf "extraEnv of %s: %s comes from a Secret (valueFrom)" $name $variable.name) -}}
{{- end -}}
{{- if regexMatch "://[^/@ ]*:[^/@ ]*@" (toString $variable.value) -}}
{{- $faults = append $faults (printf "extraEnv of %s: no password in the address of %s" $name $variable.name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $faults = concat $faults (include "balcao.secretFaults" . | fromJsonArray) -}}
{{- if $faults }}{{ fail (printf "\nThe chart needs values (deploy/README.md):\n  %s" (join "\n  " $faults)) }}{{ end -}}
{{- end }}

{{/* Whether pods reach this place: some service talks to it, and its engine is in use. Empty when not. */}}
{{- define "balcao.isTalkedTo" -}}
{{- $v := .values -}}
{{- $name := .name -}}
{{- $isOff := or (and (eq $name "redis") (not $v.redis.enabled)) (and (eq $name "mongo") (not $v.mongo.enabled)) (and (eq $name "collector") (not $v.telemetry.endpoint)) -}}
{{- if not $isOff -}}
{{- range $_, $s := $v.services }}{{ if has $name $s.talksTo }}yes{{ end }}{{ end -}}
{{- end -}}
{{- end }}

{{/* Where the cluster can be asked: that each Secret has its keys, and no value that comes with an example. */}}
{{- define "balcao.secretFaults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- $app := list "media-link-secret" -}}
{{- range $_, $s := $v.services -}}
{{- range $_, $from := $s.secretEnv }}{{ if not $from.optional }}{{ $app = append $app $from.key }}{{ end }}{{ end -}}
{{- end -}}
{{- $engines := list -}}
{{- if $v.redis.enabled }}{{ $engines = append $engines "redis-url" }}{{ end -}}
{{- if $v.mongo.enabled }}{{ $engines = append $engines "mongo-url" }}{{ end -}}
{{- if $v.kafka.mechanism }}{{ $engines = concat $engines (list "kafka-username" "kafka-password") }}{{ end -}}
{{- $roles := keys $v.services -}}
{{- $owners := list -}}
{{- range $name, $_ := $v.services }}{{ $owners = append $owners (include "balcao.ownerKey" (dict "root" $ "name" $name)) }}{{ end -}}
{{- range $v.database.primaries }}{{ $owners = append $owners .ownerKey }}{{ end -}}
{{- $users := list -}}
{{- range $name, $s := $v.services }}{{ if has "kafka" $s.talksTo }}{{ $users = append $users $name }}{{ end }}{{ end -}}
{{- $wanted := dict "app" $app "engines" $engines "databaseRoles" $roles "databaseOwner" $owners "kafkaUsers" $users -}}
{{- range $which, $keys := $wanted -}}
{{- $name := get $v.secrets $which -}}
{{- $secret := dict -}}
{{- if $name }}{{ $secret = lookup "v1" "Secret" $.Release.Namespace $name }}{{ end -}}
{{- if $secret -}}
{{- $data := $secret.data | default dict -}}
{{- range $key := $keys | uniq -}}
{{- if not (get $data $key) }}{{ $faults = append $faults (printf "Secret %s: key %s" $name $key) }}{{ end -}}
{{- end -}}
{{- range $key, $value := $data -}}
{{- $text := $value | b64dec -}}
{{- if or (regexMatch "^(?i)(changeme|change-me|password|secret|admin|postgres|minioadmin|balcao|balcao123|example)$" $text) (regexMatch "(?i)://[^:/@]*:(changeme|password|secret|admin|postgres|balcao|balcao123)@" $text) -}}
{{- $faults = append $faults (printf "Secret %s: %s is a published default" $name $key) -}}
{{- end -}}
{{- if and (or (eq $which "databaseRoles") (regexMatch "^(media-link-secret|whatsapp-id-key|[a-z-]+-seal-key)$" $key)) (lt (len $text) 32) -}}
{{- $faults = append $faults (printf "Secret %s: %s has fewer than 32 characters" $name $key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $v.rpcTls.enabled (not $v.rpcTls.issuer.name) (lookup "v1" "Namespace" "" $.Release.Namespace) -}}
{{- range $service := keys $v.services | sortAlpha -}}
{{- $name := printf "%s-%s-rpc-tls" (include "balcao.fullname" $) $service -}}
{{- $data := (lookup "v1" "Secret" $.Release.Namespace $name).data | default dict -}}
{{- range $key := list "tls.crt" "tls.key" "ca.crt" -}}
{{- if not (get $data $key) }}{{ $faults = append $faults (printf "Secret %s: key %s (rpcTls; node deploy/certificates.mjs makes it, or name rpcTls.issuer)" $name $key) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $faults -}}
{{- end }}

{{/* Key of secrets.databaseOwner with the owner's address of this service's database. */}}
{{- define "balcao.ownerKey" -}}
{{- dig "database" "ownerKey" .root.Values.database.ownerKey (get .root.Values.services .name) }}
{{- end }}

{{/*
Whether pods may open more connections than the database takes. A process has at most poolSize of them through host, and one that holds its
relay's locks through directHost; during a roll each service has a pod more, and the migration job has one direct connection.
Services with a database of their own are not counted.
*/}}
{{- define "balcao.connectionFaults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- $pooled := 0 -}}
{{- $direct := 1 -}}
{{- $parts := list -}}
{{- range $name, $s := $v.services -}}
{{- if and (has "postgres" $s.talksTo) (not (hasKey ($s.database | default dict) "host")) -}}
{{- $pods := add 1 (ternary $s.autoscaling.max $s.replicas $s.autoscaling.enabled) -}}
{{- $direct = add $direct $pods -}}
{{- $pooled = add $pooled (mul $pods $s.poolSize) -}}
{{- $parts = append $parts (printf "%s %d pods × %d" $name (int $pods) (int $s.poolSize)) -}}
{{- end -}}
{{- end -}}
{{- if not $v.database.directHost }}{{ $pooled = add $pooled $direct }}{{ end -}}
{{- $most := int $v.database.maxConnections -}}
{{- if and $most (gt (int $pooled) $most) -}}
{{- $faults = append $faults (printf "database.maxConnections: pods may open %d, more than %d (%s%s); lower poolSize or autoscaling.max, or use PgBouncer" (int $pooled) $most (join ", " $parts) (ternary "" (printf ", and %d direct" (int $direct)) (ne $v.database.directHost ""))) -}}
{{- end -}}
{{- $mostDirect := int $v.database.maxDirectConnections -}}
{{- if and $v.database.directHost $mostDirect (gt (int $direct) $mostDirect) -}}
{{- $faults = append $faults (printf "database.maxDirectConnections: pods and migrations may open %d, more than %d" (int $direct) $mostDirect) -}}
{{- end -}}
{{- toJson $faults -}}
{{- end }}
