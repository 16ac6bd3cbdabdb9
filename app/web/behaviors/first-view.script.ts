/** What has come of the page until here is laid out at once, and not together with the rest. */
document.body.getBoundingClientRect()
