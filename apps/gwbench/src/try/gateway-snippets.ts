/** How a gateway is told to forward to an OpenAI-compatible upstream, ready to paste. */
export interface GatewaySnippet {
  readonly gateway: string
  readonly lines: readonly string[]
}

/**
 * Configurations that make common gateways forward to one base URL; model `gpt-4o-mini-2024-07-18`, any key.
 *
 * @param baseUrl with its `/v1`, such as `http://127.0.0.1:18000/v1`
 */
export function gatewaySnippets(baseUrl: string): readonly GatewaySnippet[] {
  const { origin, hostname, port } = new URL(baseUrl)
  return [
    {
      gateway: 'LiteLLM, config.yaml; then http://127.0.0.1:4000/v1/chat/completions',
      lines: ['model_list:', '  - model_name: gpt-4o-mini-2024-07-18', '    litellm_params:', '      model: openai/gpt-4o-mini-2024-07-18', `      api_base: ${baseUrl}`, '      api_key: placeholder', 'litellm_settings:', '  num_retries: 0'],
    },
    {
      gateway: 'Portkey, request headers; http://127.0.0.1:8787/v1/chat/completions',
      lines: ['x-portkey-provider: openai', `x-portkey-custom-host: ${baseUrl}`, 'authorization: Bearer placeholder'],
    },
    {
      gateway: 'Bifrost, config.json; http://127.0.0.1:8080/v1/chat/completions, model openai/gpt-4o-mini-2024-07-18',
      lines: [JSON.stringify({ providers: { openai: { keys: [{ name: 'placeholder', value: 'placeholder', models: ['*'], weight: 1 }], network_config: { base_url: origin, max_retries: 0 } } } })],
    },
    {
      gateway: 'Kong, kong.yml; http://127.0.0.1:8000/v1/chat/completions',
      lines: [
        '_format_version: "3.0"', 'services:', '  - name: mock', `    url: ${origin}`, '    retries: 0', '    routes: [{ name: chat, paths: [/v1/chat/completions], strip_path: false }]', '    plugins:', '      - name: ai-proxy',
        `        config: { route_type: llm/v1/chat, auth: { header_name: Authorization, header_value: Bearer placeholder }, model: { provider: openai, name: gpt-4o-mini-2024-07-18, options: { upstream_url: "${baseUrl}/chat/completions" } } }`,
      ],
    },
    {
      gateway: 'Envoy AI Gateway, resources beside its AIGatewayRoute',
      lines: [
        'apiVersion: gateway.envoyproxy.io/v1alpha1', 'kind: Backend', 'metadata: { name: mock }', `spec: { endpoints: [{ ip: { address: ${hostname}, port: ${port === '' ? '80' : port} } }] }`, '---',
        'apiVersion: aigateway.envoyproxy.io/v1alpha1', 'kind: AIServiceBackend', 'metadata: { name: mock }', 'spec: { schema: { name: OpenAI }, backendRef: { name: mock, kind: Backend, group: gateway.envoyproxy.io } }',
      ],
    },
  ]
}
