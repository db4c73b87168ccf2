"""Speed, always beside a peer or a floor that is measured in the same run."""
