"""The claims of the chapter on the open problem."""

from nimbook.ledger import Claims

CLAIMS = Claims()
