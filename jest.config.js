// Tests run on sources, in Node or in a browser's DOM; scripts/test.mjs runs them tier by tier.
module.exports = {
  // Jest takes it from here alone; a project's own counts where its folder is the root.
  testTimeout: require('./jest.preset.js').testTimeout,
  projects: [
    '<rootDir>/services',
    '<rootDir>/integrations/mcp',
    '<rootDir>/integrations/n8n-nodes-balcao',
    '<rootDir>/web',
  ],
}
