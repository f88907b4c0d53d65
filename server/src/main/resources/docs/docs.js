"use strict";
// No validator badge: it would send the description to a third party.
window.ui = SwaggerUIBundle({
  url: "/openapi.yaml",
  dom_id: "#docs",
  deepLinking: true,
  validatorUrl: null,
  docExpansion: "list",
});
