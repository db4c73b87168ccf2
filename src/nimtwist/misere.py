def misere_quotient(rules, heaps, limit=60):
    raise ValueError("later")
