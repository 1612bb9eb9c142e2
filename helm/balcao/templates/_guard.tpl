{{/* What must be set, and what must not be: said all at once, before anything is rendered. */}}
{{- define "balcao.guard" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- range $name := list "app" "engines" "databaseOwner" -}}
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
{{- if eq $v.image.tag "latest" }}{{ $faults = append $faults "image.tag: one that does not move" }}{{ end -}}
{{- if and $v.secrets.app (eq $v.secrets.databaseOwner $v.secrets.engines) -}}
{{- $faults = append $faults "secrets.databaseOwner: a Secret of its own, which services do not read" -}}
{{- end -}}
{{- range $service, $s := $v.services -}}
{{- range $name, $value := merge (deepCopy $s.env) $v.env -}}
{{- if regexMatch "(PASSWORD|SECRET|TOKEN|_KEYS?)$" $name -}}
{{- $faults = append $faults (printf "services.%s.env.%s: secrets come from a Secret, by secretEnv" $service $name) -}}
{{- end -}}
{{- if regexMatch "://[^/@ ]*:[^/@ ]*@" (toString $value) -}}
{{- $faults = append $faults (printf "services.%s.env.%s: no password in an address" $service $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- $faults = concat $faults (include "balcao.secretFaults" . | fromJsonArray) -}}
{{- if $faults }}{{ fail (printf "\nThe chart needs values (deploy/README.md):\n  %s" (join "\n  " $faults)) }}{{ end -}}
{{- end }}

{{/* Where the cluster can be asked: that each Secret has its keys, and no value that comes with an example. */}}
{{- define "balcao.secretFaults" -}}
{{- $v := .Values -}}
{{- $faults := list -}}
{{- $app := list "media-link-secret" -}}
{{- range $_, $s := $v.services -}}
{{- range $_, $from := $s.secretEnv }}{{ if not $from.optional }}{{ $app = append $app $from.key }}{{ end }}{{ end -}}
{{- end -}}
{{- $engines := list "database-role-secret" -}}
{{- if $v.redis.enabled }}{{ $engines = append $engines "redis-url" }}{{ end -}}
{{- if $v.mongo.enabled }}{{ $engines = append $engines "mongo-url" }}{{ end -}}
{{- if $v.kafka.mechanism }}{{ $engines = concat $engines (list "kafka-username" "kafka-password") }}{{ end -}}
{{- $wanted := dict "app" $app "engines" $engines "databaseOwner" (list "url") -}}
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
{{- $faults = append $faults (printf "Secret %s: %s is a default that everybody knows" $name $key) -}}
{{- end -}}
{{- if and (has $key (list "media-link-secret" "auth-seal-key" "whatsapp-id-key" "database-role-secret")) (lt (len $text) 32) -}}
{{- $faults = append $faults (printf "Secret %s: %s has fewer than 32 characters" $name $key) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- toJson $faults -}}
{{- end }}
